// Probes, manifests and buckets, as operators meet them.
const code = (file, test) => ({ file, project: 'code', tests: [`lib/server/${test}`] });
const deploy = (file) => ({ file: `deploy/${file}`, project: 'rules', tests: ['test/rules/deploy.test.ts'] });

export const operationMutants = [
  {
    name: 'a probe waits for a slow storage',
    ...code('lib/server/runtime/health/readiness.ts', 'runtime/health/probes.test.ts'),
    find: 'return found && performance.now() < found.untilMs + staleMs ? found.value : running;',
    put: 'return running;',
  },
  {
    name: 'Kubernetes gives the answer of a probe one second',
    ...deploy('kubernetes.yaml'),
    find: 'path: /readyz, port: http }\n            timeoutSeconds: 5',
    put: 'path: /readyz, port: http }',
  },
  {
    name: 'PostgreSQL has the shared memory of a container',
    ...deploy('helm/templates/deployment.yaml'),
    find: 'mountPath: /dev/shm',
    put: 'mountPath: /tmp/shm',
  },
  {
    name: 'the chart mounts no files',
    ...deploy('helm/templates/deployment.yaml'),
    find: '{{- with .Values.extraVolumes }}',
    put: '{{- with .Values.volumes }}',
  },
  {
    name: 'the schema of the chart forbids a mounted file',
    ...deploy('helm/values.schema.json'),
    find: '    "extraVolumes": {',
    put: '    "moreVolumes": {',
  },
  {
    name: 'a bucket that refuses deletions takes a node out of service',
    ...code('lib/server/storage/s3/bucket.ts', 'storage/s3/kept-objects.test.ts'),
    find: '      if (!isRefused(error)) throw error;\n',
    put: '      throw error;\n',
  },
  {
    name: 'files that a lock keeps hold up all others',
    ...code('lib/server/jobs/bytes.ts', 'storage/s3/kept-objects.test.ts'),
    find: '} else if (isRefused(error)) {',
    put: '} else if (false) {',
  },
  {
    name: 'the doctor deletes nothing, and finds that fine',
    ...code('lib/server/services/doctor/check-storage.ts', 'storage/s3/kept-objects.test.ts'),
    find: "return found ?? finding('storage', 'failure', 'undeletable', { kind, reason: failureReason(error) });",
    put: '',
  },
  {
    name: 'a tab goes on with another tab’s file of the same name',
    file: 'lib/client/upload/unfinished/partial-files.ts',
    project: 'code',
    tests: ['lib/client/upload/unfinished/partial-files.test.ts'],
    find: 'isSharedByTabs ? ofNobodyHere : found',
    put: 'found',
  },
  {
    name: 'a files folder on another disk is found out at the first upload',
    ...code('lib/server/runtime/data-dir.ts', 'runtime/files-dir.test.ts'),
    find: "name !== 'EXDEV'",
    put: "name !== 'EROFS'",
  },
  {
    name: 'a bucket that starts later ends the start',
    ...code('lib/server/runtime/wait-for-bucket.ts', 'runtime/odd-starts.test.ts'),
    find: 'await sleep(timing.pauseMs);',
    put: 'return;',
  },
  {
    name: 'a database that Windows has migrated is refused',
    ...code('lib/server/db/migrate.ts', 'db/letters.test.ts'),
    find: "[sql, sql.replaceAll('\\n', '\\r\\n')]",
    put: '[sql]',
  },
];
