import 'server-only';
import type { Templates } from './template';

export const es: Templates = {
  share: {
    subject: '{{user}} ha compartido archivos contigo',
    body: `Hola:

He compartido archivos contigo. Puedes verlos y descargarlos aquí:

{{url}}
{{#password}}

Están protegidos con una contraseña que te enviaré por separado.
{{/password}}

Un saludo,
{{user}}
`,
  },
  alias: {
    subject: 'Sube archivos para {{user}}',
    body: `Hola:

Usa este enlace para enviarme archivos. No necesitas ninguna cuenta:

{{url}}

Un saludo,
{{user}}
`,
  },
  arrival: {
    subject: 'Nuevos archivos en «{{aliasName}}»',
    body: `Hola, {{user}}:

Han llegado archivos a través del alias «{{aliasName}}»:

{{url}}

Recibes este mensaje porque el alias es tuyo o porque formas parte de él.
`,
  },
  test: {
    subject: 'Mensaje de prueba',
    body: `Hola, {{user}}:

Este es el mensaje de prueba que has pedido. El envío de correo funciona en {{url}}
`,
  },
};
