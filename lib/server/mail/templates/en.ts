import 'server-only';
import type { Templates } from './template';

export const en: Templates = {
  share: {
    subject: '{{user}} has shared files with you',
    body: `Hello,

I have shared files with you. You can view and download them here:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

The link works until {{date}}.
{{/date}}
{{#password}}

They are protected by a password, which I will give you separately.
{{/password}}

Best regards
{{user}}
`,
  },
  alias: {
    subject: 'Upload files for {{user}}',
    body: `Hello,

please use this link to send me files. You don’t need an account:

{{url}}
{{#date}}

The link is open until {{date}}.
{{/date}}

Best regards
{{user}}
`,
  },
  arrival: {
    subject: 'New files in “{{aliasName}}”',
    body: `Hello {{user}},

files have arrived through the alias page “{{aliasName}}”:

{{#deliveries}}
{{title}}
{{summary}}
{{#said}}
{{label}} {{value}}
{{/said}}
{{url}}

{{/deliveries}}You receive this message because you own this page or are a member of it.
`,
  },
  firstDownload: {
    subject: '“{{title}}” was downloaded',
    body: `Hello {{user}},

somebody has downloaded from your share “{{title}}” for the first time:

{{url}}

You receive this message because you chose to hear of it.
`,
  },
  downloads: {
    subject: 'New downloads from “{{title}}”',
    body: `Hello {{user}},

people have downloaded from your share “{{title}}”. Downloads since the last message: {{count}}

{{url}}

You receive this message because you chose to hear of it.
`,
  },
  limitReached: {
    subject: 'The link of “{{title}}” has reached its limit',
    body: `Hello {{user}},

the link of your share “{{title}}” has reached its limit and opens for nobody else. Raise the limit to make it work again:

{{url}}

You receive this message because you chose to hear of it.
`,
  },
  ending: {
    subject: '“{{title}}” ends on {{date}}',
    body: `Hello {{user}},

the link of your share “{{title}}” ends on {{date}}:

{{url}}

Extend by 7 days:
{{extendUrl}}

Let it end:
{{endUrl}}

You can choose in the settings what you are told.
`,
  },
  recipient: {
    subject: '{{#user}}{{user}} has shared files with you{{/user}}{{^user}}Files for you{{/user}}',
    body: `Hello,

{{#user}}{{user}} has shared files with you.{{/user}}{{^user}}somebody has shared files with you.{{/user}} You can view and download them here:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

The link works until {{date}}.
{{/date}}
{{#password}}

They are protected by a password, which you receive separately.
{{/password}}
{{#message}}

{{message}}
{{/message}}

This link is for you alone: the sender sees when it is opened.
`,
  },
  code: {
    subject: 'Your code for the files',
    body: `Hello,

your code for opening the files:

{{code}}

It is valid for 15 minutes and works once. If you didn’t ask for it, you can ignore this e-mail.
`,
  },
  receipt: {
    subject: 'Receipt for “{{aliasName}}”',
    body: `Hello,

your files for “{{aliasName}}” have arrived ({{title}}):

{{#deliveries}}
{{summary}}
{{/deliveries}}

The receipt lists them with their checksums. You can add to them or take them back there until somebody opens them:

{{url}}

You receive this message because your address was given with the files.
`,
  },
  test: {
    subject: 'Test message',
    body: `Hello {{user}},

this is the test message you asked for. Mail works on {{url}}
`,
  },
};
