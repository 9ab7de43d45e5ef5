interface ImportMetaEnv {
  /** Version of the project, from package.json by way of vite.config.ts. */
  readonly TIFFIN_VERSION: string
  /** Build number, overridable when building (CONST-02). */
  readonly TIFFIN_BUILD: string
}
