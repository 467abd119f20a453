import { expect, test } from "vitest";
import { connectPostgres } from "../../src/postgres.ts";

const { translate, close } = connectPostgres("postgres://me:secret@localhost/team");

test.each([
  ["", "Client has encountered a connection error and is not queryable"],
  ["", "Client was closed and is not queryable"],
  ["", "Connection terminated unexpectedly"],
  ["ECONNRESET", "read ECONNRESET"],
  ["ERR_STREAM_DESTROYED", "Cannot call write after a stream was destroyed"],
  ["57P01", "terminating connection due to administrator command"],
  ["08006", "connection failure"],
  ["53300", "sorry, too many clients already"],
])('a lost connection (%s "%s") is no failure of the store', async (code, message) => {
  expect(translate(Object.assign(new Error(message), { code }))).toMatchObject({ code: "unreachable" });
  await close();
});

test("a statement that is wrong is not taken for a lost connection", () => {
  const error = Object.assign(new Error('relation "connection" does not exist'), { code: "42P01" });
  expect(translate(error)).toBeUndefined();
});
