import { plainName, type ToolFile, type ToolTerms } from './sharex';

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A script for Flameshot (`flameshot gui --raw`, flameshot.org/docs) or Spectacle (`spectacle --region --background
 * --nonotify --output`, its manual page): takes a picture, sends it, and puts the link into the clipboard. The token
 * goes to curl through a pipe, because arguments can be read by others.
 */
export function screenshotScript({ server, token, appName }: ToolTerms): ToolFile {
  const text = `#!/bin/sh
# Takes a screenshot, sends it to ${server} and copies the link. It holds an access token: chmod 700.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
file="$folder/screenshot-$(date +%Y-%m-%d-%H%M%S).png"
if command -v flameshot > /dev/null; then
  flameshot gui --raw > "$file" || true
else
  spectacle --region --background --nonotify --output "$file"
fi
[ -s "$file" ] || exit 0
link=$(printf 'Authorization: Bearer %s' ${quoted(token)} | curl -fsS -H @- -T "$file" ${quoted(`${server}/u/`)})
if command -v wl-copy > /dev/null; then
  printf %s "$link" | wl-copy
else
  printf %s "$link" | xclip -selection clipboard
fi
if command -v notify-send > /dev/null; then notify-send ${quoted(appName)} "$link"; fi
echo "$link"
`;
  return { name: `${plainName(appName)}-screenshot.sh`, type: 'text/x-shellscript', text };
}
