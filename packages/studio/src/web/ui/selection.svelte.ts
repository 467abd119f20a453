// Items that were chosen on the map, for the review page.

export const selection = $state<{ items: number[] | null }>({ items: null });
