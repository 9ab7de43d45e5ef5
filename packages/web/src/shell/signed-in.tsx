export { Screen } from '../pages/screen.tsx'
export { Shell } from './shell.tsx'
