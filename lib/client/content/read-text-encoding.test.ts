import { expect, test } from 'vitest';
import { decodeText } from '@/lib/domain/file/text-preview';
import { readTextEncoding } from './read-text-encoding';

// The bytes are from Python's codecs.
test.each([
  [
    'shift_jis',
    'お世話になっております。\nご依頼の見積書をお送りします。ご確認ください。',
    'gqiQophigsmCyILBgsSCqILogtyCt4FCCoKyiMuXioLMjKmQz4+RgvCCqJGXguiCtYLcgreBQoKyim2URoKtgr6Cs4KigUI=',
  ],
  [
    'shift_jis',
    '品名,数量,単価\nりんご,3,120\nみかん,10,50\n',
    'lWmWvCyQlJfKLJJQib8KguiC8YKyLDMsMTIwCoLdgqmC8SwxMCw1MAo=',
  ],
  [
    'euc-jp',
    '本日の会議は午後三時からです。資料をご用意ください。',
    'y9zG/KTOsvG1xKTPuOG45buwu/6kq6TppMekuaGju/HOwaTypLTN0bDVpK+kwKS1pKShow==',
  ],
  ['iso-2022-jp', '明日の予定を確認してください。', 'GyRCTEBGfCROTT1EaiRyM05HJyQ3JEYkLyRAJDUkJCEjGyhC'],
  [
    'gb18030',
    '您好，附件是本月的发票，请查收。谢谢！',
    'xPq6w6OsuL28/srHsb7UwrXEt6LGsaOsx+uy6crVoaPQu9C7o6E=',
  ],
  ['big5', '請參閱附件中的會議記錄，謝謝您的合作。', 'vdCw0b5cqv6l86Skqrq3fMSzsE+//aFBwcLBwrF6qrqmWKdAoUM='],
  [
    'euc-kr',
    '안녕하세요. 첨부한 견적서를 확인해 주시기 바랍니다.',
    'vsiz58fPvLy/5C4gw7e6zsfRILDfwPu8rbimIMiuwM7H2CDB1r3DseIgudm2+LTPtNku',
  ],
  [
    'koi8-r',
    'Здравствуйте! Высылаю вам договор и счёт на оплату.',
    '+sTSwdfT1NfVytTFISD32dPZzMHAINfBzSDEz8fP18/SIMkg096j1CDOwSDP0MzB1NUu',
  ],
  [
    'windows-1251',
    'Добрый день! Прошу подтвердить получение документов.',
    'xO7h8PvpIOTl7fwhIM/w7vjzIO/u5PLi5fDk6PL8IO/u6/P35e3o5SDk7urz7OXt8u7iLg==',
  ],
  [
    'windows-1251',
    'Привіт! Надсилаю вам рахунок за грудень.',
    'z/Do4rPyISDN4OTx6Ovg/iDi4Owg8OD18+3u6iDn4CDj8PPk5e38Lg==',
  ],
  [
    'windows-1250',
    'Dobrý den, posílám vám přílohu s fakturou. Žluťoučký kůň úpěl ďábelské ódy.',
    'RG9icv0gZGVuLCBwb3PtbOFtIHbhbSBw+O1sb2h1IHMgZmFrdHVyb3UuII5sdZ1vdehr/SBr+fIg+nDsbCDv4WJlbHNr6SDzZHku',
  ],
  [
    'iso-8859-2',
    'Proszę o potwierdzenie odbioru. Załączam fakturę za grudzień. Dziękuję.',
    'UHJvc3rqIG8gcG90d2llcmR6ZW5pZSBvZGJpb3J1LiBaYbOxY3phbSBmYWt0dXLqIHphIGdydWR6aWXxLiBEemnqa3Vq6i4=',
  ],
  [
    'windows-1250',
    'Pošiljam račun za december. Prosim, potrdite prejem in še žigosano kopijo.',
    'UG+aaWxqYW0gcmHodW4gemEgZGVjZW1iZXIuIFByb3NpbSwgcG90cmRpdGUgcHJlamVtIGluIJplIJ5pZ29zYW5vIGtvcGlqby4=',
  ],
  [
    'windows-1253',
    'Καλημέρα σας, σας στέλνω το τιμολόγιο. Ευχαριστώ πολύ.',
    'yuHr5+zd8eEg8+HyLCDz4fIg8/Td6+35IPTvIPTp7O/r/OPp7y4gxfX34fHp8/T+IPDv6/0u',
  ],
  [
    'windows-1255',
    'שלום, מצורפת החשבונית. תודה רבה ויום טוב.',
    '+ezl7Swg7vbl+PT6IOTn+eHl8On6LiD65ePkIPjh5CDl6eXtIOjl4S4=',
  ],
  [
    'windows-1256',
    'مرحبا، أرفق لكم الفاتورة. شكرا جزيلا.',
    '49HNyMehIMPR3d4g4d/jIMfh3cfK5tHJLiDU39HHIMzS7eHHLg==',
  ],
  [
    'windows-1252',
    'Sehr geehrte Damen und Herren, anbei die Rechnung für Müller & Söhne.',
    'U2VociBnZWVocnRlIERhbWVuIHVuZCBIZXJyZW4sIGFuYmVpIGRpZSBSZWNobnVuZyBm/HIgTfxsbGVyICYgU/ZobmUu',
  ],
  [
    'windows-1252',
    'Bonjour, voici la facture de décembre. Merci à vous, à bientôt !',
    'Qm9uam91ciwgdm9pY2kgbGEgZmFjdHVyZSBkZSBk6WNlbWJyZS4gTWVyY2kg4CB2b3VzLCDgIGJpZW509HQgIQ==',
  ],
  ['windows-1252', 'Preis: 12,50 € – „sofort“', 'UHJlaXM6IDEyLDUwIIAgliCEc29mb3J0kw=='],
  ['windows-1252', 'Grüße', 'R3L832U='],
  ['utf-16le', 'Angebot und Rechnung', 'QQBuAGcAZQBiAG8AdAAgAHUAbgBkACAAUgBlAGMAaABuAHUAbgBnAA=='],
  ['utf-8', 'naïve 👋', 'bmHDr3ZlIPCfkYs='],
])('a text in %s is read as it was written: %s', async (encoding, text, base64) => {
  const bytes = Buffer.from(base64, 'base64');
  const found = await readTextEncoding(bytes);
  expect(decodeText(bytes, found)).toBe(text);
  expect(found).toBe(encoding);
});

test('bytes that are no text are read as something all the same', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect(decodeText(bytes, await readTextEncoding(bytes))).toContain('abc');
  expect(await readTextEncoding(new Uint8Array())).toBe('utf-8');
});
