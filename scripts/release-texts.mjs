// What a release changes in files, as functions of their texts.

/** The version whose entry in the changelog is still open. */
export function unreleasedVersion(changelog) {
  return changelog.match(/^## (\S+), unreleased$/m)?.[1];
}

/** The changelog with the version's entry dated. */
export function dateEntry(changelog, version, date) {
  const open = `## ${version}, unreleased`;
  if (!changelog.includes(`${open}\n`)) {
    throw new RangeError(`CHANGELOG.md must have the heading "${open}"; write what changed first`);
  }
  return changelog.replace(open, `## ${version}, ${date}`);
}

/** A package.json or lock file in which this workspace's packages have the version, also where they need one another. */
export function setVersion(text, version) {
  const json = JSON.parse(text);
  visit(json);
  for (const [path, entry] of Object.entries(json.packages ?? {})) if (/^(packages\/[^/]+)?$/.test(path)) visit(entry);
  return `${JSON.stringify(json, null, 2)}\n`;

  function visit(entry) {
    if (entry.version !== undefined) entry.version = version;
    for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"]) {
      for (const name of Object.keys(entry[kind] ?? {})) {
        if (name === "xpal" || name.startsWith("@xpal/")) entry[kind][name] = version;
      }
    }
  }
}
