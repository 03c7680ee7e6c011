import { aliasForm } from '@/lib/contract/alias/alias-form';
import { route } from '@/lib/server/http/route';
import { getForm, removeForm, saveForm } from '@/lib/server/services/alias/form';

export const GET = route(aliasForm.get, ({ ctx, params }) => getForm(ctx, { aliasId: params.id }));

export const POST = route(aliasForm.save, ({ ctx, params, body }) =>
  saveForm(ctx, { ...body, aliasId: params.id }),
);

export const DELETE = route(aliasForm.remove, ({ ctx, params }) => removeForm(ctx, { aliasId: params.id }));
