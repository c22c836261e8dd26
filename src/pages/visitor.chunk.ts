/** The pages for visitors, as one chunk. */
export { default as LandingPage } from './landing/LandingPage.tsx'
export { default as LoginPage } from './auth/LoginPage.tsx'
export { default as SignupPage } from './auth/SignupPage.tsx'
