// What a webhook can be called for. (The client imports this file, so it stays free of schemas.)

/** label: items were answered, or their labels changed; stop: the error that was asked for is guaranteed; import: a project or rows were added. */
export const WEBHOOK_EVENTS = ["label", "stop", "import"] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
