// Loaded by `node --import`: a planted fault. Views and room are read as they were before their row was locked, and room a
// moment before it is taken.
import pg from 'pg';

const faults = [
  [
    /UPDATE "Publication" p SET "views" = p\."views"/,
    'UPDATE "Publication" p SET "views" = (SELECT q."views" FROM "Publication" q WHERE q."shareId" = p."shareId")',
  ],
  [/(sum\(t\."sizeBytes"\), 0\))( AS "bytes")/, '$1 + 0 * length(pg_sleep(0.05)::text)$2'],
  [/pg_advisory_xact_lock(?=\(\$\d+::integer, hashtext)/, 'concat'],
  [/(WITH share AS \(SELECT "ownerId" FROM "Share" WHERE "id" = \$\d+) FOR NO KEY UPDATE/, '$1'],
];
const { query } = pg.Client.prototype;

pg.Client.prototype.query = function carelessQuery(asked, ...others) {
  const text = typeof asked?.text === 'string' ? asked.text : null;
  const wrong = text && faults.reduce((sql, [right, fault]) => sql.replace(right, fault), text);
  return query.call(this, wrong && wrong !== text ? { ...asked, text: wrong } : asked, ...others);
};
