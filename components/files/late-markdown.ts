import dynamic from 'next/dynamic';

/** What reads markdown weighs 46 KB: it comes with the first note that has to be drawn in the browser. */
const loadMarkdown = () => import('./markdown').then((module) => module.Markdown);
export const LateMarkdown = dynamic(loadMarkdown);
