// What lies where in the memory that the engine and its WASM functions share, in bytes unless the name says otherwise.
// Both sides import this file, so it holds plain integers only: both TypeScript and AssemblyScript (where a constant
// without a type is an i32) compile it.

/** What is known of an evaluation point (wasm/decided.ts): before its classes, and per class. */
export const POINT_HEAD_BYTES = 16;
export const POINT_CLASS_BYTES = 40;

/** A relation (wasm/rows.ts): the number of its parts, the most columns of any, then the parts. */
export const RELATION_COLUMNS = 4;
export const RELATION_HEAD_BYTES = 8;
export const PART_BYTES = 64;
/** Fields of a part. */
export const PART_KIND = 0;
export const PART_COLUMNS = 4;
export const PART_PACKS = 8;
export const PART_POINT_PACKS = 12;
export const PART_FACTOR = 16;
export const PART_REJECTED = 24;
export const PART_STARTS = 28;
/** Of leaves: where the distance for each number of differing columns is. */
export const PART_TABLE = 28;
export const PART_INDICES = 32;
export const PART_VALUES = 36;
export const PART_POINT_STARTS = 40;
export const PART_POINT_INDICES = 44;
export const PART_POINT_VALUES = 48;
export const PART_NUMBER = 52;
/** Kinds of parts. */
export const KIND_RBF = 0;
export const KIND_HAMMING = 1;
export const KIND_COSINE = 2;
export const KIND_SPARSE_COSINE = 3;
export const KIND_HOST = 4;
export const KIND_LEAVES = 5;
/** Items whose similarities are computed before e^x is taken of them; scratch has room for this many numbers. */
export const STEP_ITEMS = 512;

/** A count and the address of a column (wasm/frequencies.ts). */
export const VOTER_BYTES = 16;

/** A member of a bank (wasm/mixture.ts): its scale, its weight, the number of its locality. */
export const MEMBER_BYTES = 24;
export const MEMBER_WEIGHT = 8;
export const MEMBER_LOCALITY = 16;
/** A locality that carries weight (wasm/group-rows.ts): its factors per item and per point, its runs of scales. */
export const VOICE_BYTES = 16;

/** The book of a sum of mixtures (wasm/group-gain.ts). */
export const BOOK_ITEMS = 0;
export const BOOK_CLASSES = 4;
export const BOOK_FREQ = 8;
export const BOOK_STRIDE = 12;
export const BOOK_ALPHA = 16;
export const BOOK_WEIGHTS = 20;
export const SUM_GROUP_COUNT = 24;
export const SUM_GROUPS = 28;
/** The kept rows, or 0 where there is no room, and a byte per point: 0 where its row is to be filled, or what it holds. */
export const SUM_KEPT = 32;
export const SUM_GOOD = 36;
export const SUM_BYTES = 48;
export const ROW_WHOLE = 1;
export const ROW_LIST = 2;
/** A group of the sum (wasm/group-rows.ts): relation, kept distances and how its voices lie; a run of scales of a voice. */
export const SUM_GROUP_BYTES = 32;
export const RUN_BYTES = 32;
/** Where the first run of a voice says where its limits are, and how many there are: for floors 1, 15/16, ..., 9/16, 1/2, 15/32 and so on. */
export const RUN_LIMITS = 20;
export const LIMIT_COUNT = 160;
/** A voice of a row that is being listed (wasm/group-lists.ts). */
export const LISTED_VOICE_BYTES = 32;

/**
 * A fit of a metric (wasm/fit-metric.ts): sizes, then addresses, then numbers. Rows of columns, parameters and classes are
 * padded to an even length, rows of items to a multiple of eight.
 */
export const FIT_ROWS = 0;
export const FIT_COLUMNS = 4;
export const FIT_CLASSES = 8;
export const FIT_PARAMETERS = 12;
export const FIT_FULL = 16;
export const FIT_STEPS = 20;
export const FIT_SCALE_COUNT = 24;
export const FIT_X = 28;
export const FIT_Z = 32;
export const FIT_PACKS = 36;
export const FIT_WEIGHTS = 40;
export const FIT_PARAMETER_OF = 44;
export const FIT_COUNTS = 48;
export const FIT_COUNTS_BY_CLASS = 52;
export const FIT_SHARES = 56;
export const FIT_DISTANCES = 60;
export const FIT_SIMILARITIES = 64;
export const FIT_SLOPES = 68;
export const FIT_FREQUENCIES = 72;
export const FIT_E = 76;
export const FIT_E_BY_CLASS = 80;
export const FIT_DIFFERENCES = 84;
export const FIT_ROOM = 88;
export const FIT_GRADIENTS = 92;
export const FIT_MATRIX = 96;
export const FIT_SCALES = 100;
export const FIT_FLOORS = 104;
export const FIT_SHARE_WEIGHT = 112;
export const FIT_WIDTH = 120;
export const FIT_RATE = 128;
export const FIT_MOST = 136;
export const FIT_SCALE_RATE = 144;
export const FIT_SCALE_LEAST = 152;
export const FIT_SCALE_MOST = 160;
/** What comes out: whether the ascent stopped, whether it improved, the charge. The parameters are the first in the room. */
export const FIT_STOPPED = 168;
export const FIT_IMPROVED = 176;
export const FIT_CHARGE = 184;
export const FIT_BYTES = 192;

/** A table of costs (wasm/cost-decided.ts): the largest cost, the rounding per unit of frequency, the spread of the priors' costs, then five tables. */
export const COST_MOST = 0;
export const COST_ROUNDING = 8;
export const COST_JUMP = 16;
export const COST_HEAD_BYTES = 32;
/** What is known of an evaluation point under costs: before the zones S(x), the rounding of its costs, the smallest w, the decision. */
export const COST_POINT_SUM = 0;
export const COST_POINT_ROUNDING = 8;
export const COST_POINT_LEAST = 16;
export const COST_POINT_DECIDED = 24;
export const COST_POINT_HEAD_BYTES = 32;
/**
 * A zone of two classes (lowest and highest w, slope, offset); before the zones of two classes their number, whether
 * they are the present decision's and at most one more, from which w on a label may change the decision, and the same for
 * each of the two.
 */
export const COST_ZONE_BYTES = 64;
export const COST_ZONES_SIMPLE = 4;
export const COST_ZONES_FROM = 8;
export const COST_ZONES_EACH = 16;
export const COST_ZONES_HEAD_BYTES = 32;
