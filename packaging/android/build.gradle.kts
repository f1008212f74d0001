// A library module of an Android project. `cargo ndk` builds the shared libraries into src/main/jniLibs, and
// farandole-bindgen writes the Kotlin sources into src/main/kotlin; see the README of the crate farandole-uniffi.
plugins {
    id("com.android.library")
    kotlin("android")
}

version = "0.1.0"

android {
    namespace = "org.farandole"
    compileSdk = 35
    defaultConfig {
        minSdk = 21
        consumerProguardFiles("consumer-rules.pro")
    }
}

kotlin {
    jvmToolchain(17)
}

dependencies {
    implementation("net.java.dev.jna:jna:5.13.0@aar")
}
