/// <reference types="vite/client" />

import type { CloudSettings } from '../shared/cloud.ts'

interface TrustedTypePolicyRules {
  readonly createHTML?: (input: string) => string
  /** Null refuses the URL. */
  readonly createScriptURL?: (input: string) => string | null
}

interface TrustedTypePolicy {
  readonly name: string
  createHTML(input: string): TrustedHTML
}

declare global {
  interface Window {
    /** lib.dom.d.ts does not declare Trusted Types yet. Absent in older browsers. */
    readonly trustedTypes?: { createPolicy(name: string, rules: TrustedTypePolicyRules): TrustedTypePolicy }
  }

  interface ImportMetaEnv extends CloudSettings {
    /** 'true': /graphql executes only the app's own operations. */
    readonly VITE_TRUSTED_DOCUMENTS?: string
  }
}
