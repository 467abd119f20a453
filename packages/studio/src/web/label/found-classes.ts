// Classes that are found by typing. Enter answers the first one, so a name that was typed in full comes before names that only
// contain it: "male" before "female".

/** The classes whose names contain a text: equal names first, then those that begin with it, then the others. */
export function foundClasses<T extends { readonly name: string }>(classes: readonly T[], typed: string): T[] {
  const text = typed.trim().toLowerCase();
  const rankOf = ({ name }: T) => {
    const own = name.toLowerCase();
    return own === text ? 0 : own.startsWith(text) ? 1 : 2;
  };
  const found = classes.filter(({ name }) => name.toLowerCase().includes(text));
  return text === "" ? found : found.sort((a, b) => rankOf(a) - rankOf(b)); // of equal rank in their order
}
