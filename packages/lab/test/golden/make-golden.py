# Makes statistics.json and random-state.json beside it. Run with Python 3.11, NumPy 2.4.6 and SciPy 1.17.1:
#   python3 make-golden.py
# Samples are rounded before use, so that the files hold exactly the inputs of the expected values.
import json
import pathlib

import numpy as np
from scipy import stats

here = pathlib.Path(__file__).parent
rng = np.random.default_rng(20)


def wilcoxon_cases():
    cases = []
    for n in (4, 9, 20, 49, 60):
        x = np.round(rng.normal(0.2, 1, n), 6)
        y = np.round(rng.normal(0, 1, n), 6)
        for alternative in ("two-sided", "less", "greater"):
            for method in ("exact", "approx"):
                test = stats.wilcoxon(x, y, alternative=alternative, method=method, correction=False)
                cases.append(dict(x=x.tolist(), y=y.tolist(), alternative=alternative,
                                  method="normal" if method == "approx" else "exact",
                                  statistic=float(test.statistic), p=float(test.pvalue)))
    for n in (30, 80):  # ties and zeros: the normal approximation only
        x = rng.integers(0, 6, n) / 8
        y = rng.integers(0, 5, n) / 8
        for alternative in ("two-sided", "less", "greater"):
            test = stats.wilcoxon(x, y, alternative=alternative, method="approx", correction=False)
            cases.append(dict(x=x.tolist(), y=y.tolist(), alternative=alternative, method="normal",
                              statistic=float(test.statistic), p=float(test.pvalue)))
    return cases


statistics = dict(
    wilcoxon=wilcoxon_cases(),
    student=[dict(share=p, freedom=v, quantile=float(stats.t.ppf(p, v)))
             for p in (0.6, 0.95, 0.975, 0.9995) for v in (1, 2, 4, 9, 49, 99, 500)],
    normal=[dict(z=z, below=float(stats.norm.cdf(z))) for z in (-20.0, -8.0, -3.5, -2.9, -1.0, -0.1, 0.5, 2.0, 6.0)],
    studentised_range=[dict(strategies=k, level=a, quantile=float(stats.studentized_range.ppf(1 - a, k, np.inf)))
                       for k in (2, 3, 5, 7, 10, 20) for a in (0.01, 0.05, 0.1)],
)
(here / "statistics.json").write_text(json.dumps(statistics) + "\n")


def stream(seed):
    state = np.random.RandomState(seed)
    steps = []
    for bound in (1, 2, 5, 1000, 2**31 - 1, 2**32):
        steps.append(dict(call="randint", bound=bound, result=int(state.randint(0, bound, dtype=np.int64))))
        steps.append(dict(call="uniform", result=state.uniform(1, 2, size=3).tolist()))
    steps.append(dict(call="bootstrap", bound=37, result=state.randint(0, 37, 12).tolist()))
    steps.append(dict(call="permutation", bound=25, result=state.permutation(25).tolist()))
    steps.append(dict(call="choice", bound=13, result=state.choice(13, 5, replace=False).tolist()))
    for _ in range(700):  # beyond one renewal of the 624 words
        last = float(state.random_sample())
    steps.append(dict(call="after700", result=last))
    return dict(seed=seed, steps=steps)


(here / "random-state.json").write_text(json.dumps([stream(s) for s in (0, 1, 77, 2**32 - 1)]) + "\n")
