import { takePlace } from './worker-place';

// Vite puts its own BASE_URL ("/") into the environment of tests.
process.env.BASE_URL = 'http://localhost:3000';
await takePlace();
