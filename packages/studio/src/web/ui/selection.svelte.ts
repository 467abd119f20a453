// Items that were chosen on the map, for the review page of the same project: in another one their numbers are other items.

const selection = $state<{ project: string; items: readonly number[] | null }>({ project: "", items: null });

/** What was chosen on the map of a project; null where nothing was. */
export function selectedItems(project: string): readonly number[] | null {
  return selection.project === project ? selection.items : null;
}

export function select(project: string, items: readonly number[] | null): void {
  selection.project = project;
  selection.items = items;
}
