import 'server-only';
import type { Templates } from './template';

export const ja: Templates = {
  share: {
    subject: '{{user}} さんがファイルを共有しました',
    body: `こんにちは。

ファイルを共有しました。次のリンクから閲覧・ダウンロードできます。

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

このリンクは {{date}} まで有効です。
{{/date}}
{{#password}}

ファイルはパスワードで保護されています。パスワードは別途お知らせします。
{{/password}}

よろしくお願いいたします。
{{user}}
`,
  },
  alias: {
    subject: '{{user}} さんへのファイルのアップロード',
    body: `こんにちは。

次のリンクからファイルをお送りください。アカウントは必要ありません。

{{url}}
{{#date}}

このリンクは {{date}} まで受け付けています。
{{/date}}

よろしくお願いいたします。
{{user}}
`,
  },
  arrival: {
    subject: '「{{aliasName}}」に新しいファイルが届きました',
    body: `{{user}} さん

エイリアスページ「{{aliasName}}」を通じてファイルが届きました。

{{#deliveries}}
{{title}}
{{summary}}
{{#said}}
{{label}} {{value}}
{{/said}}
{{url}}

{{/deliveries}}このメールは、エイリアスページの所有者とメンバーにお送りしています。
`,
  },
  firstDownload: {
    subject: '「{{title}}」がダウンロードされました',
    body: `{{user}} さん

共有「{{title}}」のファイルが初めてダウンロードされました。

{{url}}

このメールは、通知を希望された方にお送りしています。
`,
  },
  downloads: {
    subject: '「{{title}}」の新しいダウンロード',
    body: `{{user}} さん

共有「{{title}}」のファイルがダウンロードされました。前回のお知らせ以降のダウンロード回数：{{count}}

{{url}}

このメールは、通知を希望された方にお送りしています。
`,
  },
  limitReached: {
    subject: '「{{title}}」のリンクが上限に達しました',
    body: `{{user}} さん

共有「{{title}}」のリンクが上限に達し、開けなくなりました。上限を上げると、また使えます。

{{url}}

このメールは、通知を希望された方にお送りしています。
`,
  },
  ending: {
    subject: '「{{title}}」は {{date}} に期限が切れます',
    body: `{{user}} さん

共有「{{title}}」のリンクは {{date}} に期限が切れます。

{{url}}

7 日間延長する：
{{extendUrl}}

このまま終了する：
{{endUrl}}

お知らせの内容は設定で選べます。
`,
  },
  recipient: {
    subject:
      '{{#user}}{{user}} さんがファイルを共有しました{{/user}}{{^user}}ファイルが届いています{{/user}}',
    body: `こんにちは。

{{#user}}{{user}} さんがファイルを共有しました。{{/user}}{{^user}}ファイルが共有されました。{{/user}}次のリンクから閲覧・ダウンロードできます。

{{#title}}
{{title}}
{{/title}}
{{url}}
{{#date}}

このリンクは {{date}} まで有効です。
{{/date}}
{{#password}}

ファイルはパスワードで保護されています。パスワードは別途お知らせがあります。
{{/password}}
{{#message}}

{{message}}
{{/message}}

このリンクはあなた専用です。開いた日時は送信者に表示されます。
`,
  },
  code: {
    subject: 'ファイルを開くためのコード',
    body: `こんにちは。

ファイルを開くためのコードです。

{{code}}

有効期間は 15 分、使えるのは 1 回です。心当たりがない場合は、このメールを無視してください。
`,
  },
  receipt: {
    subject: '「{{aliasName}}」の受領証',
    body: `「{{aliasName}}」宛てのファイルが届きました（{{title}}）。

{{#deliveries}}
{{summary}}
{{/deliveries}}

受領証には、ファイルとチェックサムが記載されています。誰かが開くまでは、追加や取り消しもできます。

{{url}}

このメールは、ファイルの送信時に入力されたアドレスにお送りしています。
`,
  },
  test: {
    subject: 'テストメール',
    body: `{{user}} さん

ご依頼のテストメールです。メール送信は正常に動作しています。

{{url}}
`,
  },
};
