// Words that stand for "no value" among numbers and dates, in any case and with spaces around them. Among words they are
// kept, since "NA" may be a country: there only an empty cell is missing.

const KNOWN: ReadonlySet<string> = new Set([
  ..."na,n/a,n.a.,n.a,#na,#n/a,#n/a n/a,<na>,nan,-nan,1.#ind,1.#qnan,-1.#ind,nat,null,nil,none,void".split(","),
  ..."missing,(missing),unknown,unk,undefined,(blank),blank,empty,(empty),(null),<null>,[null],(none),\\n".split(","),
  ..."not available,not applicable,not known,not specified,not given,not reported,not recorded,no data,no value".split(
    ",",
  ),
  ..."not measured,not determined,unspecified,unavailable,tbd,tba,tbc,pending,n.d.,nd,n/d,n.b.,n/k".split(","),
  ..."inf,+inf,-inf,infinity,+infinity,-infinity,∞,-∞,#div/0!,#value!,#ref!,#name?,#num!,#null!,#error!".split(","),
  ..."k.a.,k. a.,k/a,keine angabe,keine,unbekannt,fehlt,fehlend,leer,nicht verfügbar,nicht bekannt,entfällt".split(","),
  ..."s/d,s.d.,sin dato,sin datos,desconocido,no disponible,inconnu,non disponible,non renseigné,nc,n.c.,nr".split(","),
  ..."sconosciuto,non disponibile,nd.,desconhecido,não disponível,onbekend,geen,nvt,n.v.t.,brak,ukjent,okänd".split(
    ",",
  ),
  ..."?,??,???,-,--,---,–,—,.,..,...,…,*,**,x,xx,xxx,/,\\,_,__,:".split(","),
]);

/** The length of the longest word, so that longer cells need no look. */
const MAX_LENGTH = 16;

/**
 * Whether a cell among numbers or dates says that there is no value.
 * @param more Words that stand for no value in this file too, in lower case.
 */
export function isMissingWord(cell: string, more?: ReadonlySet<string>): boolean {
  if (more?.has(cell.trim().toLowerCase())) return true;
  if (cell.length > 2 * MAX_LENGTH || /^\d[\d.,: %/-]*$/.test(cell)) return false;
  const word = cell.trim();
  return word === "" || (word.length <= MAX_LENGTH && KNOWN.has(word.toLowerCase()));
}

/** The words of an option as `isMissingWord` takes them; undefined where there are none. */
export function missingSet(words: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return words === undefined || words.length === 0
    ? undefined
    : new Set(words.map((word) => word.trim().toLowerCase()));
}
