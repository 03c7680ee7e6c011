import * as z from 'zod';

export const webhookVariables = {
  WEBHOOK_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .describe('Private hosts and networks that [webhooks](../use/webhooks.md) may call.')
    .meta({ example: '', kind: 'list' }),
};
