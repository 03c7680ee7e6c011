// Many people do the same at once where only some may. Run: npm run test:faults -- races
import { api } from '@/testing/people/account';
import { admin } from '@/testing/server/test-server';
import type { Outcome, Program } from './lib/program';
import {
  beginners,
  fitting,
  invitePassword,
  inviteRace,
  newcomers,
  quotaRace,
  viewers,
  viewRace,
  views,
  writeRace,
  writers,
} from './lib/race-kinds';
import { withServer } from './lib/running-server';

export async function race(rounds: number, say: (line: string) => void): Promise<Outcome> {
  const owner = await api(admin);
  const failures: string[] = [];
  const most = { inside: 0, registered: 0, taken: 0, letters: 0, begun: 0 };
  const expectation = (isKept: boolean, sentence: string) => isKept || failures.push(sentence);
  for (let round = 1; round <= rounds; round++) {
    const { inside, others, counted } = await viewRace(owner);
    expectation(
      inside === views && counted === views,
      `${inside} of ${viewers} got in, ${counted} were counted`,
    );
    expectation([...others].join() === '404', `viewers too many were answered ${[...others].join()}`);
    const registered = await inviteRace(owner);
    expectation(registered === 1, `${registered} accounts came of one invite`);
    const { letters, taken, replies } = await writeRace(owner);
    expectation(
      letters.length === 1 && taken === 1,
      `a file holds "${letters}", ${taken} writes were confirmed`,
    );
    const failed = replies.filter(({ status }) => status >= 500).length;
    expectation(failed === 0, `${failed} writers were answered 5xx`);
    const { taken: begun, files } = await quotaRace();
    expectation(
      begun === fitting && files === fitting,
      `${begun} files were begun where ${fitting} fit, ${files} are there`,
    );
    most.begun = Math.max(most.begun, begun, files);
    most.inside = Math.max(most.inside, inside, counted);
    most.registered = Math.max(most.registered, registered);
    most.taken = Math.max(most.taken, taken);
    most.letters = Math.max(most.letters, letters.length);
    say(`round ${round} of ${rounds}: ${inside} viewers, ${registered} account, file of one writer`);
  }
  return {
    figures: {
      rounds,
      [`most that got in of ${viewers} viewers, ${views} views`]: most.inside,
      [`most accounts from ${newcomers} registrations, 1 invite`]: most.registered,
      [`most writes confirmed of ${writers} at once`]: most.taken,
      'most writers in a file': most.letters,
      [`most files begun of ${beginners} at once, quota for ${fitting}`]: most.begun,
    },
    failures,
  };
}

export const raceSettings = { RATE_LIMITS: 'off', SIGNUP_MODE: 'invite', INVITE_PASSWORD: invitePassword };

export const program: Program = {
  about:
    'a hundred viewers, twenty newcomers, twenty writers and twelve files come at the same moment; as many get through as may',
  maxMinutes: 10,
  run: (say) => withServer(raceSettings, () => race(20, say)),
};
