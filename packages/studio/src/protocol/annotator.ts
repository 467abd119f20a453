// Names of people, without the schemas, which the page does not need.

/** Who answers as long as nobody has said a name; also who sent events that carry none. */
export const DEFAULT_ANNOTATOR = "me";
export const MOST_NAME_LENGTH = 60;
