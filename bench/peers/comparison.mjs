// What the areas say: per dataset, and each of ours against each rival and against the best of them, chosen afterwards.

/**
 * Relative areas and wins.
 * @param rows One object per dataset: its mean area by method.
 * @returns One object for each of ours and each opponent; a negative change means that ours is lower, so better.
 */
export function comparisons(rows, ours, rivals) {
  const best = (row) => Math.min(...rivals.map((rival) => row[rival]));
  const opponents = [...rivals.map((rival) => [rival, (row) => row[rival]]), ["best of all", best]];
  return ours.flatMap((own) =>
    opponents.map(([against, area]) => {
      const changes = rows.map((row) => [row.dataset, row[own] / area(row) - 1]).sort((a, b) => a[1] - b[1]);
      return {
        ...{ own, against, datasets: rows.length },
        meanChange: changes.reduce((sum, [, change]) => sum + change, 0) / changes.length,
        lower: changes.filter(([, change]) => change < 0).length,
        equal: changes.filter(([, change]) => change === 0).length,
        largestGain: changes[0],
        largestLoss: changes.at(-1),
      };
    }),
  );
}

/** Both tables as text. */
export function tables(rows, found, titles) {
  const methods = Object.keys(titles);
  const width = Math.max(7, ...rows.map(({ dataset }) => dataset.length)) + 2;
  const line = (name, cells) => name.padEnd(width) + cells.map((cell) => cell.padStart(12)).join("");
  const areas = rows.map((row) => {
    const least = Math.min(...methods.map((method) => row[method]));
    return line(
      row.dataset,
      methods.map((method) => `${row[method].toFixed(4)}${row[method] === least ? "*" : " "}`),
    );
  });
  const percent = (change) => `${change < 0 ? "" : "+"}${(100 * change).toFixed(1)} %`;
  const sentences = found.map(
    ({ own, against, meanChange, lower, datasets, largestGain, largestLoss }) =>
      `${own.padEnd(6)} against ${against.padEnd(12)}${percent(meanChange).padStart(9)}  lower on ${lower} of ${datasets}` +
      `  from ${percent(largestGain[1])} (${largestGain[0]}) to ${percent(largestLoss[1])} (${largestLoss[0]})`,
  );
  return [line("dataset", methods), ...areas, "", ...sentences].join("\n");
}
