// Property tests try the same cases in every run, so that a failure repeats itself. FAST_CHECK_SEED tries others.
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) });
