import 'server-only';
import type { Templates } from './template';

export const de: Templates = {
  share: {
    subject: '{{user}} hat Dateien freigegeben',
    body: `Hallo,

ich habe Dateien freigegeben. Hier lassen sie sich ansehen und herunterladen:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

Der Link funktioniert bis {{date}}.
{{/date}}
{{#password}}

Sie sind mit einem Passwort geschützt, das ich gesondert mitteile.
{{/password}}

Viele Grüße
{{user}}
`,
  },
  alias: {
    subject: 'Dateien für {{user}} hochladen',
    body: `Hallo,

über diesen Link können mir Dateien geschickt werden, ein Konto ist dafür nicht nötig:

{{url}}
{{#date}}

Der Link ist bis {{date}} offen.
{{/date}}

Viele Grüße
{{user}}
`,
  },
  arrival: {
    subject: 'Neue Dateien in „{{aliasName}}“',
    body: `Hallo {{user}},

über die Alias-Seite „{{aliasName}}“ sind Dateien eingegangen:

{{#deliveries}}
{{title}}
{{summary}}
{{#said}}
{{label}} {{value}}
{{/said}}
{{url}}

{{/deliveries}}Diese Nachricht geht an Eigentümer und Mitglieder der Alias-Seite.
`,
  },
  firstDownload: {
    subject: '„{{title}}“ wurde heruntergeladen',
    body: `Hallo {{user}},

aus der Freigabe „{{title}}“ wurde zum ersten Mal heruntergeladen:

{{url}}

Diese Nachricht wurde in den Einstellungen oder für diese Freigabe gewünscht.
`,
  },
  downloads: {
    subject: 'Neue Downloads aus „{{title}}“',
    body: `Hallo {{user}},

aus der Freigabe „{{title}}“ wurde heruntergeladen. Downloads seit der letzten Nachricht: {{count}}

{{url}}

Diese Nachricht wurde in den Einstellungen oder für diese Freigabe gewünscht.
`,
  },
  limitReached: {
    subject: 'Der Link von „{{title}}“ ist aufgebraucht',
    body: `Hallo {{user}},

der Link der Freigabe „{{title}}“ hat seine Grenze erreicht und öffnet sich für niemanden mehr. Mit einer höheren Grenze gilt er wieder:

{{url}}

Diese Nachricht wurde in den Einstellungen oder für diese Freigabe gewünscht.
`,
  },
  ending: {
    subject: '„{{title}}“ endet am {{date}}',
    body: `Hallo {{user}},

der Link der Freigabe „{{title}}“ endet am {{date}}:

{{url}}

Um 7 Tage verlängern:
{{extendUrl}}

Enden lassen:
{{endUrl}}

Welche Nachrichten kommen, lässt sich in den Einstellungen wählen.
`,
  },
  recipient: {
    subject: '{{#user}}{{user}} hat Dateien freigegeben{{/user}}{{^user}}Dateien für Sie{{/user}}',
    body: `Hallo,

{{#user}}{{user}} hat Dateien für Sie freigegeben.{{/user}}{{^user}}für Sie wurden Dateien freigegeben.{{/user}} Hier lassen sie sich ansehen und herunterladen:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

Der Link funktioniert bis {{date}}.
{{/date}}
{{#password}}

Die Dateien sind mit einem Passwort geschützt, das gesondert mitgeteilt wird.
{{/password}}
{{#message}}

{{message}}
{{/message}}

Dieser Link ist nur für Sie: Wer ihn geschickt hat, sieht, wann er geöffnet wird.
`,
  },
  code: {
    subject: 'Ihr Code für die Dateien',
    body: `Hallo,

der Code zum Öffnen der Dateien:

{{code}}

Er gilt 15 Minuten und nur einmal. Wer ihn nicht angefordert hat, kann diese E-Mail ignorieren.
`,
  },
  receipt: {
    subject: 'Beleg für „{{aliasName}}“',
    body: `Hallo,

Ihre Dateien für „{{aliasName}}“ sind angekommen ({{title}}):

{{#deliveries}}
{{summary}}
{{/deliveries}}

Der Beleg nennt sie mit ihren Prüfsummen. Dort können Sie etwas hinzufügen oder alles zurücknehmen, bis es jemand geöffnet hat:

{{url}}

Sie erhalten diese Nachricht, weil Ihre Adresse mit den Dateien angegeben wurde.
`,
  },
  test: {
    subject: 'Testnachricht',
    body: `Hallo {{user}},

dies ist die angeforderte Testnachricht. Der Mailversand funktioniert auf {{url}}
`,
  },
};
