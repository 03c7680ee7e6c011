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
{{#date}}

El enlace funciona hasta el {{date}}.
{{/date}}
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
{{#date}}

El enlace está abierto hasta el {{date}}.
{{/date}}

Un saludo,
{{user}}
`,
  },
  arrival: {
    subject: 'Nuevos archivos en «{{aliasName}}»',
    body: `Hola, {{user}}:

Han llegado archivos a través de la página de alias «{{aliasName}}»:

{{#deliveries}}
{{title}}
{{summary}}
{{#said}}
{{label}} {{value}}
{{/said}}
{{url}}

{{/deliveries}}Recibe este mensaje porque la página es suya o porque es miembro de ella.
`,
  },
  firstDownload: {
    subject: 'Se ha descargado «{{title}}»',
    body: `Hola, {{user}}:

Alguien ha descargado por primera vez archivos de su envío «{{title}}»:

{{url}}

Recibe este mensaje porque pidió que se le avisara.
`,
  },
  downloads: {
    subject: 'Nuevas descargas de «{{title}}»',
    body: `Hola, {{user}}:

Se han descargado archivos de su envío «{{title}}». Descargas desde el último mensaje: {{count}}

{{url}}

Recibe este mensaje porque pidió que se le avisara.
`,
  },
  limitReached: {
    subject: 'El enlace de «{{title}}» se ha agotado',
    body: `Hola, {{user}}:

El enlace de su envío «{{title}}» ha alcanzado su límite y ya no se abre. Aumente el límite para que vuelva a funcionar:

{{url}}

Recibe este mensaje porque pidió que se le avisara.
`,
  },
  ending: {
    subject: '«{{title}}» termina el {{date}}',
    body: `Hola, {{user}}:

El enlace de su envío «{{title}}» termina el {{date}}:

{{url}}

Prolongar 7 días:
{{extendUrl}}

Dejar que termine:
{{endUrl}}

En los ajustes puede elegir de qué se le avisa.
`,
  },
  recipient: {
    subject: '{{#user}}{{user}} ha compartido archivos contigo{{/user}}{{^user}}Archivos para ti{{/user}}',
    body: `Hola:

{{#user}}{{user}} ha compartido archivos contigo.{{/user}}{{^user}}Han compartido archivos contigo.{{/user}} Puedes verlos y descargarlos aquí:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

El enlace funciona hasta el {{date}}.
{{/date}}
{{#password}}

Están protegidos con una contraseña que recibirás por separado.
{{/password}}
{{#message}}

{{message}}
{{/message}}

Este enlace es solo para ti: quien lo envió ve cuándo se abre.
`,
  },
  code: {
    subject: 'Tu código para los archivos',
    body: `Hola:

Este es tu código para abrir los archivos:

{{code}}

Vale durante 15 minutos y una sola vez. Si no lo has pedido, ignora este correo.
`,
  },
  receipt: {
    subject: 'Recibo de «{{aliasName}}»',
    body: `Hola:

Sus archivos para «{{aliasName}}» han llegado ({{title}}):

{{#deliveries}}
{{summary}}
{{/deliveries}}

El recibo los enumera con sus sumas de verificación. Allí puede añadir archivos o retirarlos hasta que alguien los abra:

{{url}}

Recibe este mensaje porque su dirección se indicó con los archivos.
`,
  },
  test: {
    subject: 'Mensaje de prueba',
    body: `Hola, {{user}}:

Este es el mensaje de prueba que ha pedido. El envío de correo funciona en {{url}}
`,
  },
};
