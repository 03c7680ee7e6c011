/** The rule of `<input type=email>`: an addr-spec without quotes, comments or address literals. */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
export const emailMaxLength = 254;

export const isEmailOrNone = (text: string): boolean =>
  text.length <= emailMaxLength && (text.trim() === '' || emailPattern.test(text.trim()));
