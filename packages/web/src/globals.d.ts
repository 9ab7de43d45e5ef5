interface ImportMetaEnv {
  /** Version from package.json, set in vite.config.ts. */
  readonly TIFFIN_VERSION: string
  /** Build number, can be overridden at build time (CONST-02). */
  readonly TIFFIN_BUILD: string
  /** `full` in `npm run test:full`; only in tests that run in a browser. */
  readonly TIFFIN_TESTS?: string
}

// The compiler would otherwise infer the type of 700 kB of numbers.
declare module 'world-atlas/land-50m.json' {
  type Feature = Parameters<typeof import('topojson-client').feature>
  const atlas: Feature[0] & { objects: { land: Feature[1] } }
  export default atlas
}
