// The files that the guide gives for clusters: the shell, the YAML and the Dockerfile can be read, and every option that
// they pass to a worker is one that it has.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";

const file = (name: string) => fileURLToPath(new URL(`../../../../docs/guide/cluster/${name}`, import.meta.url));
const text = (name: string) => readFileSync(file(name), "utf8");

function yaml(name: string) {
  const [document, ...more] = parseAllDocuments(text(name), { strict: true });
  expect([document.errors, document.warnings, more]).toEqual([[], [], []]);
  return document.toJS();
}

describe("the files for clusters", () => {
  test("slurm.sh is a shell script with its settings before the first command", () => {
    const env = { ...process.env, LC_ALL: "C" }; // Bash warns of a locale that the machine does not have
    const parsed = spawnSync("bash", ["-n", file("slurm.sh")], { encoding: "utf8", env });
    expect(parsed).toMatchObject({ status: 0, stderr: "" });
    const lines = text("slurm.sh").split("\n");
    const first = lines.findIndex((line) => line !== "" && !line.startsWith("#"));
    const settings = lines.flatMap((line, at) => (line.startsWith("#SBATCH ") ? [at] : []));
    expect(settings.length).toBeGreaterThan(3);
    expect(Math.max(...settings)).toBeLessThan(first);
  });

  test("compose.yaml has a server with a check of its health, and workers that wait for it", () => {
    const { services, volumes } = yaml("compose.yaml");
    expect(services.postgres.healthcheck.test[0]).toBe("CMD");
    expect(services.worker.depends_on.postgres.condition).toBe("service_healthy");
    expect(Object.keys(volumes)).toEqual([services.postgres.volumes[0].split(":")[0]]);
  });

  test("kubernetes.yaml is a deployment whose labels and volumes agree", () => {
    const { apiVersion, kind, spec } = yaml("kubernetes.yaml");
    expect([apiVersion, kind]).toEqual(["apps/v1", "Deployment"]);
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    const [container] = spec.template.spec.containers;
    const named = (list: { name: string }[]) => list.map(({ name }) => name);
    expect(named(container.volumeMounts)).toEqual(named(spec.template.spec.volumes));
    expect(named(container.env)).toEqual(["XPAL_QUEUE", "XPAL_STORE"]);
  });

  test("Dockerfile begins with an image and has only instructions that there are", () => {
    const instructions = text("Dockerfile")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split(" ")[0]);
    expect(instructions[0]).toBe("FROM");
    const known = ["FROM", "WORKDIR", "COPY", "RUN", "USER", "STOPSIGNAL", "ENTRYPOINT", "CMD"];
    expect(instructions.filter((word) => !known.includes(word))).toEqual([]);
    for (const [, list] of text("Dockerfile").matchAll(/^(?:ENTRYPOINT|CMD) (.*)$/gm)) {
      expect(JSON.parse(list)).toBeInstanceOf(Array);
    }
  });

  test("pass only options that a worker has", () => {
    const command = readFileSync(new URL("../../../cli/src/usage/worker.ts", import.meta.url), "utf8");
    const known = new Set([...command.matchAll(/option\(\s*"(--[a-z-]+)/g)].map(([, name]) => name));
    const { services } = yaml("compose.yaml");
    const { spec } = yaml("kubernetes.yaml");
    const shell = /xpal worker (.*)$/m.exec(text("slurm.sh"))?.[1].split(" ") ?? [];
    const words = [...services.worker.command, ...spec.template.spec.containers[0].args, ...shell];
    const options = words.filter((word) => word.startsWith("--"));
    expect(options.length).toBeGreaterThan(4);
    expect(options.filter((name) => !known.has(name))).toEqual([]);
  });
});
