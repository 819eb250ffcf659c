/** The ALTCHA widget without its inlined workers and styles, so that it works under a strict Content-Security-Policy. */
import 'altcha/external';
import 'altcha/altcha.css';
import './altcha.css';
import ShaWorker from 'altcha/workers/sha?worker';

// The algorithm of the academy's challenges.
globalThis.$altcha.algorithms.set('SHA-256', () => new ShaWorker());
