import 'server-only';
import type { Templates } from './template';

export const es: Templates = {
  share: {
    subject: '{{user}} ha compartido archivos contigo',
    body: `Hola:

He compartido archivos contigo. Puedes verlos y descargarlos aquí:

{{#title}}
{{title}}
{{/title}}
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

Han llegado archivos a través de la página de alias «{{aliasName}}»:

{{url}}

Recibe este mensaje porque la página es suya o porque es miembro de ella.
`,
  },
  test: {
    subject: 'Mensaje de prueba',
    body: `Hola, {{user}}:

Este es el mensaje de prueba que ha pedido. El envío de correo funciona en {{url}}
`,
  },
};
