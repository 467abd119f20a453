// Tokens for programs, made and revoked by the person whose rights they have.
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { tokenPlanSchema, tokenSchema } from "../../protocol/people.ts";
import { OWNER } from "../accounts/person.ts";
import type { Tokens } from "../accounts/tokens.ts";
import { reading, writing } from "./api-route.ts";
import { ending } from "./session-routes.ts";

/** Adds the routes of tokens to the server. */
export function tokenRoutes(app: OpenAPIHono, tokens: Tokens): void {
  app.openapi(
    reading("/api/tokens", "One's tokens for programs", { answer: z.array(tokenSchema) }),
    async (context) => {
      const found = await tokens.of(context.get("person") ?? OWNER);
      return context.json(
        found.map(({ account: _, ...token }) => token),
        200,
      );
    },
  );
  app.openapi(
    writing("/api/tokens", "Makes a token; its secret is told once", {
      body: tokenPlanSchema,
      answer: z.object({ secret: z.string(), token: tokenSchema }),
    }),
    async (context) => {
      const { secret, token } = await tokens.make(context.get("person") ?? OWNER, context.req.valid("json"));
      context.set("about", `${token.name} (${token.scopes.join(", ")})`);
      return context.json({ secret, token }, 200);
    },
  );
  app.openapi(
    ending("/api/tokens/{token}", "Revokes a token", z.object({ token: z.string().max(64) })),
    async (context) => {
      context.set("about", await tokens.revoke(context.get("person") ?? OWNER, context.req.valid("param").token));
      return context.json({}, 200);
    },
  );
}
