import type { ToolFile, ToolSettings } from './sharex';

export function gitHubAction({ server }: Pick<ToolSettings, 'server'>): ToolFile {
  const text = `name: Share the build
on:
  push:
    tags: ['v*']
jobs:
  share:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: Build
        run: tar -czf build.tar.gz --exclude .git .
      - name: Share
        env:
          SLIPWAY_TOKEN: \${{ secrets.SLIPWAY_TOKEN }}
        run: |
          link=$(printf 'Authorization: Bearer %s' "$SLIPWAY_TOKEN" |
            curl -fsS -H @- -H 'Slipway-Validity: 14 days' -T build.tar.gz '${server}/u/')
          echo "$link" >> "$GITHUB_STEP_SUMMARY"
`;
  return { name: 'share-build.yml', type: 'text/yaml', text };
}
