import { cloudUploader } from './cloudUploader.ts'
import { localUploader } from './localUploader.ts'
import type { MediaUploader } from './port.ts'

/** This build's uploader: to the cloud where one is named with its upload preset, else into the browser's own data. */
export const mediaUploader: MediaUploader = {
  upload: (file, kind, options) => chosen().upload(file, kind, options),
}

/** Chosen at each upload, because tests name a cloud once the module is loaded. An empty setting counts as absent. */
function chosen(): MediaUploader {
  const cloudName = import.meta.env.VITE_CLOUDINARY_CLOUD_NAME
  const uploadPreset = import.meta.env.VITE_CLOUDINARY_UPLOAD_PRESET
  const host = import.meta.env.VITE_CLOUDINARY_HOST || 'https://api.cloudinary.com'
  return cloudName && uploadPreset ? cloudUploader({ host, cloudName, uploadPreset }) : localUploader
}
