/** The build environment's settings of the cloud that uploads go to. */
export interface CloudSettings {
  readonly VITE_CLOUDINARY_CLOUD_NAME?: string
  readonly VITE_CLOUDINARY_UPLOAD_PRESET?: string
  /** Where uploads go instead of https://api.cloudinary.com; for tests. */
  readonly VITE_CLOUDINARY_HOST?: string
}

export interface Cloud {
  /** An origin, such as https://api.cloudinary.com. */
  host: string
  cloudName: string
  /** An upload preset that allows unsigned uploads. */
  uploadPreset: string
}

/** Returns the configured cloud, if any. An empty setting counts as absent. */
export function cloudOf(settings: CloudSettings): Cloud | undefined {
  const { VITE_CLOUDINARY_CLOUD_NAME: cloudName, VITE_CLOUDINARY_UPLOAD_PRESET: uploadPreset } = settings
  const host = settings.VITE_CLOUDINARY_HOST || 'https://api.cloudinary.com'
  return cloudName && uploadPreset ? { host, cloudName, uploadPreset } : undefined
}
