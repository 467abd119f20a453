// The tests that lean most on what is stored, once more on a real PostgreSQL: exports that come back, several windows, several
// people. The store's own suite runs on both databases anyway; XPAL_TEST_DATABASE=postgres runs any other test there.
process.env.XPAL_TEST_DATABASE = "postgres";

await import("./exchange.test.ts");
await import("./people.test.ts");
await import("./windows.test.ts");
