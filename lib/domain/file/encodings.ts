/** The region (UN M49), script or language names an encoding in the menu. */
export const encodings = [
  { encoding: 'utf-8', type: null, of: '' },
  { encoding: 'windows-1252', type: 'region', of: '155' },
  { encoding: 'windows-1250', type: 'region', of: '151' },
  { encoding: 'iso-8859-2', type: 'region', of: '151' },
  { encoding: 'windows-1251', type: 'script', of: 'Cyrl' },
  { encoding: 'koi8-r', type: 'script', of: 'Cyrl' },
  { encoding: 'ibm866', type: 'script', of: 'Cyrl' },
  { encoding: 'iso-8859-5', type: 'script', of: 'Cyrl' },
  { encoding: 'windows-1253', type: 'script', of: 'Grek' },
  { encoding: 'windows-1254', type: 'language', of: 'tr' },
  { encoding: 'windows-1255', type: 'script', of: 'Hebr' },
  { encoding: 'windows-1256', type: 'script', of: 'Arab' },
  { encoding: 'windows-1257', type: 'language', of: 'lt' },
  { encoding: 'windows-1258', type: 'language', of: 'vi' },
  { encoding: 'windows-874', type: 'language', of: 'th' },
  { encoding: 'shift_jis', type: 'language', of: 'ja' },
  { encoding: 'euc-jp', type: 'language', of: 'ja' },
  { encoding: 'iso-2022-jp', type: 'language', of: 'ja' },
  { encoding: 'gb18030', type: 'language', of: 'zh-Hans' },
  { encoding: 'big5', type: 'language', of: 'zh-Hant' },
  { encoding: 'euc-kr', type: 'language', of: 'ko' },
  { encoding: 'utf-16le', type: null, of: '' },
  { encoding: 'utf-16be', type: null, of: '' },
] as const;

export type Encoding = (typeof encodings)[number]['encoding'];
