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

Viele Grüße
{{user}}
`,
  },
  arrival: {
    subject: 'Neue Dateien in „{{aliasName}}“',
    body: `Hallo {{user}},

über die Alias-Seite „{{aliasName}}“ sind Dateien eingegangen:

{{url}}

Diese Nachricht geht an Eigentümer und Mitglieder der Alias-Seite.
`,
  },
  test: {
    subject: 'Testnachricht',
    body: `Hallo {{user}},

dies ist die angeforderte Testnachricht. Der Mailversand funktioniert auf {{url}}
`,
  },
};
