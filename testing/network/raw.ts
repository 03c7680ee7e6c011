import { running } from '../server/running';

export type RawAnswer = { status: number; headers: Headers; json: unknown };

export async function raw(method: string, path: string, init: RequestInit = {}): Promise<RawAnswer> {
  const response = await fetch(`${running().url}${path}`, { method, redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? null : parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
