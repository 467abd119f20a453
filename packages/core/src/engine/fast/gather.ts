// Loops of their own, so that they are compiled: inside a long method they were not, and `map` calls a function for each of
// a million.

/** The numbers at some positions. */
export function gather(numbers: Float64Array, places: Uint32Array): Float64Array {
  const gathered = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) gathered[i] = numbers[places[i]];
  return gathered;
}

/** Where items lie. */
export function placesOf(itemPlaces: Uint32Array, items: Uint32Array): Uint32Array {
  const places = new Uint32Array(items.length);
  for (let i = 0; i < items.length; i++) places[i] = itemPlaces[items[i]];
  return places;
}
