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
{{#date}}

O link funciona até {{date}}.
{{/date}}
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
{{#date}}

O link fica aberto até {{date}}.
{{/date}}

Atenciosamente,
{{user}}
`,
  },
  arrival: {
    subject: 'Novos arquivos em “{{aliasName}}”',
    body: `Olá, {{user}},

chegaram arquivos pela página de alias “{{aliasName}}”:

{{#deliveries}}
{{title}}
{{summary}}
{{#said}}
{{label}} {{value}}
{{/said}}
{{url}}

{{/deliveries}}Você está recebendo esta mensagem porque é proprietário da página ou membro dela.
`,
  },
  firstDownload: {
    subject: '“{{title}}” foi baixado',
    body: `Olá, {{user}},

alguém baixou pela primeira vez arquivos do seu compartilhamento “{{title}}”:

{{url}}

Você está recebendo esta mensagem porque pediu para ser avisado.
`,
  },
  downloads: {
    subject: 'Novos downloads de “{{title}}”',
    body: `Olá, {{user}},

arquivos do seu compartilhamento “{{title}}” foram baixados. Downloads desde a última mensagem: {{count}}

{{url}}

Você está recebendo esta mensagem porque pediu para ser avisado.
`,
  },
  limitReached: {
    subject: 'O link de “{{title}}” se esgotou',
    body: `Olá, {{user}},

o link do seu compartilhamento “{{title}}” atingiu o limite e não abre mais. Aumente o limite para que volte a funcionar:

{{url}}

Você está recebendo esta mensagem porque pediu para ser avisado.
`,
  },
  ending: {
    subject: '“{{title}}” expira em {{date}}',
    body: `Olá, {{user}},

o link do seu compartilhamento “{{title}}” expira em {{date}}:

{{url}}

Prorrogar por 7 dias:
{{extendUrl}}

Deixar expirar:
{{endUrl}}

Você pode escolher nas configurações sobre o que quer ser avisado.
`,
  },
  recipient: {
    subject: '{{#user}}{{user}} compartilhou arquivos com você{{/user}}{{^user}}Arquivos para você{{/user}}',
    body: `Olá,

{{#user}}{{user}} compartilhou arquivos com você.{{/user}}{{^user}}alguém compartilhou arquivos com você.{{/user}} Veja e baixe os arquivos aqui:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

O link funciona até {{date}}.
{{/date}}
{{#password}}

Eles estão protegidos por uma senha, que você receberá separadamente.
{{/password}}
{{#message}}

{{message}}
{{/message}}

Este link é só para você: quem o enviou vê quando ele é aberto.
`,
  },
  code: {
    subject: 'Seu código para os arquivos',
    body: `Olá,

seu código para abrir os arquivos:

{{code}}

Ele vale por 15 minutos e uma única vez. Se você não o pediu, ignore este e-mail.
`,
  },
  receipt: {
    subject: 'Recibo de “{{aliasName}}”',
    body: `Olá,

seus arquivos para “{{aliasName}}” chegaram ({{title}}):

{{#deliveries}}
{{summary}}
{{/deliveries}}

O recibo os lista com as somas de verificação. Lá você pode acrescentar arquivos ou retirá-los até que alguém os abra:

{{url}}

Você está recebendo esta mensagem porque seu endereço foi informado com os arquivos.
`,
  },
  test: {
    subject: 'Mensagem de teste',
    body: `Olá, {{user}},

esta é a mensagem de teste que você pediu. O envio de e-mails está funcionando em {{url}}
`,
  },
};
