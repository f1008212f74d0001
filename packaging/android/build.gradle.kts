// A library module of an Android project. build.sh writes the shared libraries into src/main/jniLibs and the Kotlin sources
// into src/main/kotlin.
plugins {
    id("com.android.library")
    kotlin("android")
}

version = "0.2.0"

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
