import 'server-only';
import type { Templates } from './template';

export const fr: Templates = {
  share: {
    subject: '{{user}} a partagé des fichiers avec vous',
    body: `Bonjour,

J’ai partagé des fichiers avec vous. Vous pouvez les consulter et les télécharger ici :

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

Le lien fonctionne jusqu’au {{date}}.
{{/date}}
{{#password}}

Ils sont protégés par un mot de passe que je vous communiquerai séparément.
{{/password}}

Cordialement,
{{user}}
`,
  },
  alias: {
    subject: 'Envoyez vos fichiers à {{user}}',
    body: `Bonjour,

Merci d’utiliser ce lien pour m’envoyer des fichiers. Aucun compte n’est nécessaire :

{{url}}
{{#date}}

Le lien est ouvert jusqu’au {{date}}.
{{/date}}

Cordialement,
{{user}}
`,
  },
  arrival: {
    subject: 'Nouveaux fichiers dans « {{aliasName}} »',
    body: `Bonjour {{user}},

Des fichiers ont été déposés par l’intermédiaire de la page d’alias « {{aliasName}} » :

{{#deliveries}}
{{title}}
{{summary}}
{{#said}}
{{label}} {{value}}
{{/said}}
{{url}}

{{/deliveries}}Vous recevez ce message parce que cette page d’alias vous appartient ou que vous en êtes membre.
`,
  },
  firstDownload: {
    subject: '« {{title}} » a été téléchargé',
    body: `Bonjour {{user}},

Quelqu’un a téléchargé pour la première fois des fichiers de votre partage « {{title}} » :

{{url}}

Vous recevez ce message parce que vous avez demandé à être prévenu.
`,
  },
  downloads: {
    subject: 'Nouveaux téléchargements de « {{title}} »',
    body: `Bonjour {{user}},

Des fichiers de votre partage « {{title}} » ont été téléchargés. Téléchargements depuis le dernier message : {{count}}

{{url}}

Vous recevez ce message parce que vous avez demandé à être prévenu.
`,
  },
  limitReached: {
    subject: 'Le lien de « {{title}} » est épuisé',
    body: `Bonjour {{user}},

Le lien de votre partage « {{title}} » a atteint sa limite et ne s’ouvre plus. Augmentez la limite pour qu’il fonctionne à nouveau :

{{url}}

Vous recevez ce message parce que vous avez demandé à être prévenu.
`,
  },
  ending: {
    subject: '« {{title}} » se termine le {{date}}',
    body: `Bonjour {{user}},

Le lien de votre partage « {{title}} » se termine le {{date}} :

{{url}}

Prolonger de 7 jours :
{{extendUrl}}

Le laisser se terminer :
{{endUrl}}

Vous pouvez choisir dans les paramètres ce dont vous êtes prévenu.
`,
  },
  recipient: {
    subject:
      '{{#user}}{{user}} a partagé des fichiers avec vous{{/user}}{{^user}}Des fichiers pour vous{{/user}}',
    body: `Bonjour,

{{#user}}{{user}} a partagé des fichiers avec vous.{{/user}}{{^user}}Des fichiers ont été partagés avec vous.{{/user}} Vous pouvez les consulter et les télécharger ici :

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

Le lien fonctionne jusqu’au {{date}}.
{{/date}}
{{#password}}

Ils sont protégés par un mot de passe qui vous sera communiqué séparément.
{{/password}}
{{#message}}

{{message}}
{{/message}}

Ce lien est pour vous seul : l’expéditeur voit quand il est ouvert.
`,
  },
  code: {
    subject: 'Votre code pour les fichiers',
    body: `Bonjour,

Voici votre code pour ouvrir les fichiers :

{{code}}

Il est valable 15 minutes et une seule fois. Si vous ne l’avez pas demandé, ignorez cet e-mail.
`,
  },
  receipt: {
    subject: 'Reçu pour « {{aliasName}} »',
    body: `Bonjour,

Vos fichiers pour « {{aliasName}} » sont arrivés ({{title}}) :

{{#deliveries}}
{{summary}}
{{/deliveries}}

Le reçu les énumère avec leurs sommes de contrôle. Vous pouvez y ajouter des fichiers ou tout reprendre tant que personne ne les a ouverts :

{{url}}

Vous recevez ce message parce que votre adresse a été indiquée avec les fichiers.
`,
  },
  test: {
    subject: 'Message de test',
    body: `Bonjour {{user}},

Voici le message de test que vous avez demandé. L’envoi d’e-mails fonctionne sur {{url}}
`,
  },
};
