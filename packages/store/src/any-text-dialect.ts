// PostgreSQL keeps no NUL in a text, and rejects a question that has one. Nothing that is stored equals such a text, so the answer
// is known: as null it is found nowhere, as in SQLite. What is to be stored was checked before it came here.
import { PostgresDialect, PostgresQueryCompiler, type QueryCompiler } from "kysely";

class AnyTextCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(typeof value === "string" && value.includes("\0") ? null : value);
  }
}

/** PostgreSQL, asked for any text. */
export class AnyTextDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new AnyTextCompiler();
  }
}
