import 'server-only';
import type { Templates } from './template';

export const ptBr: Templates = {
  share: {
    subject: '{{user}} compartilhou arquivos com você',
    body: `Olá,

compartilhei alguns arquivos com você. Veja e baixe os arquivos aqui:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#password}}

Eles estão protegidos por uma senha, que enviarei separadamente.
{{/password}}

Atenciosamente,
{{user}}
`,
  },
  alias: {
    subject: 'Envie arquivos para {{user}}',
    body: `Olá,

use este link para me enviar arquivos. Não é preciso ter uma conta:

{{url}}

Atenciosamente,
{{user}}
`,
  },
  arrival: {
    subject: 'Novos arquivos em “{{aliasName}}”',
    body: `Olá, {{user}},

chegaram arquivos pela página de alias “{{aliasName}}”:

{{url}}

Você está recebendo esta mensagem porque é proprietário da página ou membro dela.
`,
  },
  test: {
    subject: 'Mensagem de teste',
    body: `Olá, {{user}},

esta é a mensagem de teste que você pediu. O envio de e-mails está funcionando em {{url}}
`,
  },
};
