/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_CLOUDINARY_CLOUD_NAME?: string
  readonly VITE_CLOUDINARY_UPLOAD_PRESET?: string
  /** Where uploads go instead of https://api.cloudinary.com; for tests. */
  readonly VITE_CLOUDINARY_HOST?: string
  /** 'true': /graphql executes only the app's own operations. */
  readonly VITE_TRUSTED_DOCUMENTS?: string
}
