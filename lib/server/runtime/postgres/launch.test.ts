import { expect, test } from 'vitest';
import { sharedMemory } from './launch';

test('where /dev/shm is missing, shared memory lies beside the data', () => {
  expect(sharedMemory('/proc/nowhere')).toEqual({ dynamic_shared_memory_type: 'mmap' });
  expect(sharedMemory('/tmp')).toEqual({});
});
