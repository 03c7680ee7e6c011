import 'server-only';
import type { Templates } from './template';

export const cs: Templates = {
  share: {
    subject: 'Uživatel {{user}} s vámi sdílí soubory',
    body: `Dobrý den,

sdílím s vámi soubory. Zobrazit a stáhnout si je můžete zde:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

Odkaz platí do {{date}}.
{{/date}}
{{#password}}

Soubory jsou chráněny heslem, které vám sdělím zvlášť.
{{/password}}

S pozdravem
{{user}}
`,
  },
  alias: {
    subject: 'Nahrání souborů pro uživatele {{user}}',
    body: `Dobrý den,

pomocí tohoto odkazu mi prosím pošlete soubory. Účet k tomu nepotřebujete:

{{url}}
{{#date}}

Odkaz je otevřený do {{date}}.
{{/date}}

S pozdravem
{{user}}
`,
  },
  arrival: {
    subject: 'Nové soubory na stránce „{{aliasName}}“',
    body: `Dobrý den, {{user}},

prostřednictvím aliasové stránky „{{aliasName}}“ dorazily soubory:

{{#deliveries}}
{{title}}
{{summary}}
{{#said}}
{{label}} {{value}}
{{/said}}
{{url}}

{{/deliveries}}Tuto zprávu dostáváte, protože stránku vlastníte nebo jste jejím členem.
`,
  },
  firstDownload: {
    subject: 'Soubory ze sdílení „{{title}}“ byly staženy',
    body: `Dobrý den, {{user}},

někdo poprvé stáhl soubory z vašeho sdílení „{{title}}“:

{{url}}

Tuto zprávu dostáváte, protože jste si upozornění zapnuli.
`,
  },
  downloads: {
    subject: 'Nová stažení ze sdílení „{{title}}“',
    body: `Dobrý den, {{user}},

ze sdílení „{{title}}“ někdo stahoval soubory. Počet stažení od poslední zprávy: {{count}}

{{url}}

Tuto zprávu dostáváte, protože jste si upozornění zapnuli.
`,
  },
  limitReached: {
    subject: 'Odkaz na „{{title}}“ je vyčerpaný',
    body: `Dobrý den, {{user}},

odkaz na vaše sdílení „{{title}}“ dosáhl limitu a už se nikomu neotevře. Zvyšte limit a bude znovu fungovat:

{{url}}

Tuto zprávu dostáváte, protože jste si upozornění zapnuli.
`,
  },
  ending: {
    subject: 'Platnost „{{title}}“ končí {{date}}',
    body: `Dobrý den, {{user}},

platnost odkazu na vaše sdílení „{{title}}“ končí {{date}}:

{{url}}

Prodloužit o 7 dní:
{{extendUrl}}

Nechat skončit:
{{endUrl}}

V nastavení si můžete zvolit, na co vás upozorníme.
`,
  },
  recipient: {
    subject: '{{#user}}Uživatel {{user}} s vámi sdílí soubory{{/user}}{{^user}}Soubory pro vás{{/user}}',
    body: `Dobrý den,

{{#user}}uživatel {{user}} s vámi sdílí soubory.{{/user}}{{^user}}někdo s vámi sdílí soubory.{{/user}} Zobrazit a stáhnout si je můžete zde:

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

Odkaz platí do {{date}}.
{{/date}}
{{#password}}

Soubory jsou chráněny heslem, které dostanete zvlášť.
{{/password}}
{{#message}}

{{message}}
{{/message}}

Tento odkaz je jen pro vás: odesílatel vidí, kdy se otevře.
`,
  },
  code: {
    subject: 'Váš kód k souborům',
    body: `Dobrý den,

váš kód pro otevření souborů:

{{code}}

Platí 15 minut a jen jednou. Pokud jste o něj nežádali, tento e-mail ignorujte.
`,
  },
  receipt: {
    subject: 'Stvrzenka pro „{{aliasName}}“',
    body: `Dobrý den,

vaše soubory pro „{{aliasName}}“ dorazily ({{title}}):

{{#deliveries}}
{{summary}}
{{/deliveries}}

Stvrzenka je uvádí i s kontrolními součty. Dokud je nikdo neotevře, můžete tam přidávat nebo vzít vše zpět:

{{url}}

Tuto zprávu dostáváte, protože vaše adresa byla uvedena u souborů.
`,
  },
  test: {
    subject: 'Zkušební zpráva',
    body: `Dobrý den, {{user}},

toto je zkušební zpráva, o kterou jste požádali. Odesílání e-mailů funguje na adrese {{url}}
`,
  },
};
