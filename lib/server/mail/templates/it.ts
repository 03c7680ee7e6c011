import 'server-only';
import type { Templates } from './template';

export const it: Templates = {
  share: {
    subject: '{{user}} ha condiviso dei file con te',
    body: `Ciao,

ho condiviso dei file con te. Puoi vederli e scaricarli qui:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

Il link funziona fino a: {{date}}.
{{/date}}
{{#password}}

Sono protetti da una password che ti comunicherò separatamente.
{{/password}}

Un saluto
{{user}}
`,
  },
  alias: {
    subject: 'Carica dei file per {{user}}',
    body: `Ciao,

usa questo link per inviarmi dei file. Non serve un account:

{{url}}
{{#date}}

Il link è aperto fino a: {{date}}.
{{/date}}

Un saluto
{{user}}
`,
  },
  arrival: {
    subject: 'Nuovi file in «{{aliasName}}»',
    body: `Ciao {{user}},

sono arrivati dei file tramite la pagina alias «{{aliasName}}»:

{{#deliveries}}
{{title}}
{{summary}}
{{#said}}
{{label}} {{value}}
{{/said}}
{{url}}

{{/deliveries}}Ricevi questo messaggio perché la pagina è tua o ne sei membro.
`,
  },
  firstDownload: {
    subject: '«{{title}}» è stata scaricata',
    body: `Ciao {{user}},

qualcuno ha scaricato per la prima volta dei file dalla tua condivisione «{{title}}»:

{{url}}

Ricevi questo messaggio perché hai chiesto di essere avvisato.
`,
  },
  downloads: {
    subject: 'Nuovi download da «{{title}}»',
    body: `Ciao {{user}},

sono stati scaricati file dalla tua condivisione «{{title}}». Download dall’ultimo messaggio: {{count}}

{{url}}

Ricevi questo messaggio perché hai chiesto di essere avvisato.
`,
  },
  limitReached: {
    subject: 'Il link di «{{title}}» è esaurito',
    body: `Ciao {{user}},

il link della tua condivisione «{{title}}» ha raggiunto il limite e non si apre più. Alza il limite per farlo funzionare di nuovo:

{{url}}

Ricevi questo messaggio perché hai chiesto di essere avvisato.
`,
  },
  ending: {
    subject: '«{{title}}» scade il {{date}}',
    body: `Ciao {{user}},

il link della tua condivisione «{{title}}» scade il {{date}}:

{{url}}

Prolunga di 7 giorni:
{{extendUrl}}

Lascialo scadere:
{{endUrl}}

Nelle impostazioni puoi scegliere di cosa essere avvisato.
`,
  },
  recipient: {
    subject: '{{#user}}{{user}} ha condiviso dei file con te{{/user}}{{^user}}File per te{{/user}}',
    body: `Ciao,

{{#user}}{{user}} ha condiviso dei file con te.{{/user}}{{^user}}qualcuno ha condiviso dei file con te.{{/user}} Puoi vederli e scaricarli qui:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

Il link funziona fino a: {{date}}.
{{/date}}
{{#password}}

Sono protetti da una password che riceverai separatamente.
{{/password}}
{{#message}}

{{message}}
{{/message}}

Questo link è solo per te: chi l’ha inviato vede quando viene aperto.
`,
  },
  code: {
    subject: 'Il tuo codice per i file',
    body: `Ciao,

il tuo codice per aprire i file:

{{code}}

Vale 15 minuti e una volta sola. Se non l’hai chiesto, ignora questa e-mail.
`,
  },
  receipt: {
    subject: 'Ricevuta per «{{aliasName}}»',
    body: `Buongiorno,

i tuoi file per «{{aliasName}}» sono arrivati ({{title}}):

{{#deliveries}}
{{summary}}
{{/deliveries}}

La ricevuta li elenca con le loro somme di controllo. Lì puoi aggiungere altro o ritirare tutto finché nessuno li apre:

{{url}}

Ricevi questo messaggio perché il tuo indirizzo è stato indicato con i file.
`,
  },
  test: {
    subject: 'Messaggio di prova',
    body: `Ciao {{user}},

questo è il messaggio di prova che hai richiesto. L’invio di e-mail funziona su {{url}}
`,
  },
};
